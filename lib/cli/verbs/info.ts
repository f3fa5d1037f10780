/** `harmony-wire info`: versions, the engine, why the native one did not load. */
import { engineInfo } from '../engine.ts';
import { StandardOutput } from '../output/index.ts';
import { EXIT } from './run.ts';

/** @returns the exit status */
export async function infoVerb(json: boolean): Promise<number> {
  const { version, engine, nativeLoadError } = engineInfo();
  const info = {
    harmony_wire: version,
    node: process.versions.node,
    napi: process.versions.napi ?? null,
    platform: `${process.platform}-${process.arch}`,
    engine,
    native_load_error: nativeLoadError?.message ?? null,
    engine_forced: process.env.HARMONY_WIRE_ENGINE ?? null,
  };
  const text = Object.entries(info)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(18)} ${value}`)
    .join('\n');
  await new StandardOutput().write(Buffer.from(json ? `${JSON.stringify(info, null, 2)}\n` : `${text}\n`));
  return EXIT.ok;
}
