import type {Ran} from '../../lib/run-program.ts';
import type {Program} from './program.ts';

/** Runs a program with arguments. */
export type Run = (path: string, args: readonly string[]) => Promise<Ran>;

/**
 * Versions before 5 make other objects of the same files: their own order, other names that patches match, URLs read otherwise.
 * kubectl has it since 1.27, which nobody supports any more.
 */
export const MINIMUM = 'v5.0.0';

/** What a program says of itself: `v5.6.0`, and for kubectl the version that it has inside. Undefined: nothing that we know. */
export async function versionOf(program: Program, run: Run): Promise<string | undefined> {
  const args = program.name === 'kustomize' ? ['version'] : ['version', '--client', '-o', 'json'];
  const ran = await run(program.path, args);
  const stdout = ran.kind === 'ended' ? ran.stdout : '';
  return program.name === 'kustomize' ? ownVersion(stdout) : versionInside(stdout);
}

/** `v5.6.0`; before version 5 `{Version:kustomize/v4.5.7 GitCommit:…}`. */
const ownVersion = (text: string): string | undefined =>
  /(?:^|Version:(?:kustomize\/)?)(v?\d+\.\d+\.\d+)/.exec(text.trim())?.[1];

function versionInside(text: string): string | undefined {
  // kubectl before 1.24 does not say which one it has: it is an old one.
  const inside = /"kustomizeVersion":\s*"(v?\d+\.\d+\.\d+)/.exec(text)?.[1];
  return inside ?? (/"gitVersion":\s*"v1\.\d/.test(text) ? 'v4.0.0' : undefined);
}

/** A version that nobody stamped (`(devel)`) was built by who uses it, from sources of today. */
export const isTooOld = (version: string | undefined): boolean =>
  version !== undefined && Number(/\d+/.exec(version)?.[0]) < Number(/\d+/.exec(MINIMUM)?.[0]);
