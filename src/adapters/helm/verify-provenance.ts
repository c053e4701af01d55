import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {findProgram} from '../../lib/find-program.ts';
import {runProgram} from '../../lib/run-program.ts';

/** An archive with its provenance file. */
export type SignedArchive = {
  readonly bytes: Uint8Array;
  readonly provenance: Uint8Array;
  /** `NAME-VERSION.tgz`: the provenance file names the archive. */
  readonly file: string;
  /** The absolute path of the keyring. */
  readonly keyring: string;
};

type Running = {readonly env: Readonly<Record<string, string | undefined>>; readonly signal: AbortSignal};

/** Verifies an archive with `helm verify`, which reads these files only. Returns the reason if it is not verified. */
export async function verifyProvenance(
  {bytes, provenance, file, keyring}: SignedArchive,
  {env, signal}: Running,
): Promise<string | undefined> {
  const program = await findProgram(env['PATH'], 'helm');
  if (program === undefined) return 'helm, which verifies it, was not found in PATH';
  const directory = await mkdtemp(join(tmpdir(), 'gantry-verify-'));
  try {
    await writeFile(join(directory, file), bytes, {mode: 0o600});
    await writeFile(join(directory, `${file}.prov`), provenance, {mode: 0o600});
    const ran = await runProgram({
      command: [program.path, 'verify', join(directory, file), '--keyring', keyring],
      directory,
      env: {HOME: directory, PATH: ''},
      stdin: 'nothing',
      timeoutSeconds: 30,
      maxBytes: 2 ** 20,
      signal,
    });
    signal.throwIfAborted();
    if (ran.kind === 'ended' && ran.code === 0) return undefined;
    if (ran.kind === 'not-started') return `helm ${ran.why.message}`;
    return `helm verify: ${ran.stderr.trim().replace(/^Error: /, '')}`;
  } finally {
    await rm(directory, {recursive: true, force: true});
  }
}
