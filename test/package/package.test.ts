/** The package as it is shipped: packed and installed once, then looked at from several sides. */
import './entries.ts';
import './files.ts';
import './use.ts';
