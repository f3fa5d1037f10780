// Lets a prebuilt add-on load where glibc is older than on the machine that built it (down to 2.28; test/package checks
// the symbols). The static libstdc++ asks for four symbols of newer versions; each has an older one that does the same.
// The linker puts these in their place (-Wl,--wrap, see binding.gyp).
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#if defined(__GLIBC__) && defined(__x86_64__)
#define OLD_VERSION "GLIBC_2.2.5"
#elif defined(__GLIBC__) && defined(__aarch64__)
#define OLD_VERSION "GLIBC_2.17"
#endif

#ifdef OLD_VERSION
#define OLD_SYMBOL(ours, theirs) __asm__(".symver " #ours "," #theirs "@" OLD_VERSION)
#else
#define OLD_SYMBOL(ours, theirs)
#define old_create __real_pthread_create
#define old_join __real_pthread_join
#define old_detach __real_pthread_detach
#endif

extern "C" {

int old_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
int old_join(pthread_t, void**);
int old_detach(pthread_t);
OLD_SYMBOL(old_create, pthread_create);
OLD_SYMBOL(old_join, pthread_join);
OLD_SYMBOL(old_detach, pthread_detach);

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* argument) {
  return old_create(thread, how, run, argument);
}
int __wrap_pthread_join(pthread_t thread, void** result) {
  return old_join(thread, result);
}
int __wrap_pthread_detach(pthread_t thread) {
  return old_detach(thread);
}

// std::random_device asks for it (glibc 2.36). getentropy is there since 2.25; it fails only where the kernel has none.
uint32_t __wrap_arc4random() {
  uint32_t number = 0;
  if (getentropy(&number, sizeof number) != 0) __builtin_trap();
  return number;
}

// glibc 2.32 tells by it that no second thread runs, which saves atomic operations. "There may be one" is always right.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

}  // extern "C"
