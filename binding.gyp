{
  'variables': {
    # node-gyp rebuild -- -Dsanitize=address,undefined (native/ci.mjs does it, in a copy)
    'sanitize%': '',
  },
  'target_defaults': {
    'default_configuration': 'Release',
    'cflags': ['-fvisibility=hidden', '-Wall', '-Wextra', '-Werror'],
    'cflags_cc!': ['-std=gnu++17', '-std=gnu++20', '-fno-omit-frame-pointer'],
    'cflags_cc': ['-std=c++20'],
    'xcode_settings': {
      'CLANG_CXX_LANGUAGE_STANDARD': 'c++20',
      'GCC_SYMBOLS_PRIVATE_EXTERN': 'YES',
      'MACOSX_DEPLOYMENT_TARGET': '11.0',
    },
    'msvs_settings': {'VCCLCompilerTool': {'AdditionalOptions': ['/std:c++20']}},
    'conditions': [
      # The oldest processors that Node itself still meets in practice; -march=native gains nothing.
      ['target_arch=="x64" and OS!="win"', {
        'cflags': ['-march=x86-64-v2'],
        'xcode_settings': {'OTHER_CFLAGS': ['-march=x86-64-v2']},
      }],
      ['sanitize!=""', {
        'cflags': ['-fsanitize=<(sanitize)', '-fno-sanitize-recover=undefined', '-g', '-fno-omit-frame-pointer'],
        'ldflags': ['-fsanitize=<(sanitize)'],
      }],
    ],
  },
  'targets': [
    {
      # Knows no Node: builds alone (native/test, native/fuzz).
      'target_name': 'harmony_core',
      'type': 'static_library',
      'sources': [
        'native/core/batch.cc',
        'native/core/encoder.cc',
        'native/core/header_text.cc',
        'native/core/interner.cc',
        'native/core/machine.cc',
        'native/core/pieces.cc',
        'native/core/ranks.cc',
        'native/core/run.cc',
        'native/core/sinks.cc',
        'native/core/utf16.cc',
        'native/core/whole_run.cc',
        'native/core/vocabulary.cc',
      ],
      'cflags': ['-fPIC', '-O3'],
      'cflags!': ['-O2'],
      'cflags_cc': ['-fno-exceptions', '-fno-rtti'],
      'xcode_settings': {'GCC_ENABLE_CPP_EXCEPTIONS': 'NO', 'GCC_ENABLE_CPP_RTTI': 'NO', 'GCC_OPTIMIZATION_LEVEL': '3'},
    },
    {
      'target_name': 'harmony_wire',
      'sources': ['native/addon.cc', 'native/addon_encode.cc'],
      'conditions': [
        # The add-on travels as a binary: it brings its C++ library along and asks for no glibc newer than 2.28.
        ['OS=="linux" and sanitize==""', {
          'sources': ['native/old_glibc.cc'],
          'ldflags': [
            '-static-libstdc++',
            '-Wl,--exclude-libs,ALL',
            '-Wl,--wrap=pthread_create,--wrap=pthread_join,--wrap=pthread_detach,--wrap=arc4random',
          ],
        }],
      ],
      'dependencies': [
        'harmony_core',
        "<!(node -p \"require('node-addon-api').targets\"):node_addon_api_except",
      ],
      'defines': [
        'NAPI_VERSION=9',
        'NODE_ADDON_API_DISABLE_DEPRECATED',
        'NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED',
        # A worker that is being stopped can throw nothing any more.
        'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
      ],
    },
  ],
}
