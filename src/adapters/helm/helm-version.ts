import type {FoundProgram} from '../../lib/find-program.ts';
import {runProgram} from '../../lib/run-program.ts';

/** The version of a helm program. Undefined: it reports none, as a local build of recent sources. */
export type HelmVersion =
  | {readonly text: string; readonly major: number; readonly minor: number; readonly patch: number}
  | undefined;

/**
 * The oldest version: the first whose `template` can ask a server without leaving out its capabilities, with the fixes for look-ups. 3.14.0
 * writes the output of a subchart whose name is a path outside of the directory of the run (CVE-2024-25620).
 */
export const OLDEST = '3.14.1';

const known = new Map<string, Promise<HelmVersion>>();

/** Returns the version of a program. Each program is asked once. */
export function helmVersion(program: FoundProgram, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<HelmVersion> {
  const asked = known.get(program.identity);
  if (asked !== undefined) return asked;
  const answer = ask(program.path, env, signal);
  known.set(program.identity, answer);
  // A run that was stopped has no answer.
  void answer.then((version) => version === undefined && known.delete(program.identity));
  return answer;
}

async function ask(path: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<HelmVersion> {
  const command = [path, 'version', '--template', '{{.Version}}'];
  const ran = await runProgram({command, env, stdin: 'nothing', timeoutSeconds: 20, maxBytes: 4096, signal});
  return ran.kind === 'ended' ? parsed(ran.stdout) : undefined;
}

function parsed(text: string): HelmVersion {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;
  return {text: text.trim(), major: Number(major), minor: Number(minor), patch: Number(patch ?? 0)};
}

/** Reports whether a version is older than the oldest supported one. */
export const isTooOld = (version: HelmVersion): boolean =>
  version !== undefined && compare([version.major, version.minor, version.patch], [3, 14, 1]) < 0;

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((part, i) => part - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
