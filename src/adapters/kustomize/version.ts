import type {Ran} from '../../lib/run-program.ts';
import type {Program} from './program.ts';

/** Runs a program with arguments. */
export type Run = (path: string, args: readonly string[]) => Promise<Ran>;

/**
 * The minimum version. Versions before 5 produce other objects from the same files: another order, other names for patches, other
 * URL parsing. kubectl contains it since 1.27, which is no longer supported.
 */
export const MINIMUM = 'v5.0.0';

/** Returns the version of a program: `v5.6.0`, or for kubectl the version inside. Undefined if unknown. */
export async function versionOf(program: Program, run: Run): Promise<string | undefined> {
  const args = program.name === 'kustomize' ? ['version'] : ['version', '--client', '-o', 'json'];
  const ran = await run(program.path, args);
  const stdout = ran.kind === 'ended' ? ran.stdout : '';
  return program.name === 'kustomize' ? ownVersion(stdout) : versionInside(stdout);
}

/** Parses `v5.6.0`, or `{Version:kustomize/v4.5.7 GitCommit:…}` of a version before 5. */
const ownVersion = (text: string): string | undefined =>
  /(?:^|Version:(?:kustomize\/)?)(v?\d+\.\d+\.\d+)/.exec(text.trim())?.[1];

function versionInside(text: string): string | undefined {
  // kubectl before 1.24 does not report its kustomize version, which is an old one.
  const inside = /"kustomizeVersion":\s*"(v?\d+\.\d+\.\d+)/.exec(text)?.[1];
  return inside ?? (/"gitVersion":\s*"v1\.\d/.test(text) ? 'v4.0.0' : undefined);
}

/** Reports whether a version is too old. An unstamped version (`(devel)`) is a local build of recent sources. */
export const isTooOld = (version: string | undefined): boolean =>
  version !== undefined && Number(/\d+/.exec(version)?.[0]) < Number(/\d+/.exec(MINIMUM)?.[0]);
