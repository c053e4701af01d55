import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';

export type Console = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the session runs in: `NAMESPACE` in its text. */
  readonly namespace: string;
};

/** The commands of a recorded session: `$ ` before each, `> ` before its further lines. */
const commandsOf = (session: string): readonly string[] =>
  [...session.matchAll(/^\$ .*(?:\n> .*)*$/gm)].map(([lines]) => lines);

/** What it is about: remarks before the first command. */
const remarksOf = (session: string): string => session.slice(0, session.search(/^\$ /m));

/** The session as it goes today: the same commands, each with what it says now, without what no two runs have in common. */
export async function replay(session: string, {cwd, env, namespace}: Console): Promise<string> {
  let said = remarksOf(session);
  for (const lines of commandsOf(session)) {
    said += `${lines}\n`;
    const child = spawn('sh', ['-c', lines.slice(2).replaceAll('\n> ', '\n').replaceAll('NAMESPACE', namespace)], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Not as it was printed: which of the two came first is luck.
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const output = timeless(`${stdout}${stderr}`, namespace);
    said += `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}`;
    if (child.exitCode !== 0) said += `[exit ${child.exitCode}]\n`;
  }
  return said;
}

const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
/** The letters of names that a server generates. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

/** In this order. */
const ANY_RUN: readonly (readonly [RegExp, string])[] = [
  // client-go logs this now and then, when a program cancels its own watch while the watch begins.
  [/^E\d{4} .*"Failed to watch" .*context canceled.*\n/gm, ''],
  // And this, when a busy machine ends the watch of `kubectl delete --timeout=1s` before anything came.
  [/^W\d{4} .*"Warning: watch ended with error" .*very short watch.*\n/gm, ''],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [+-]\d{4}(?: UTC)?/g, 'TIME'],
  [/^[IWE]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /gm, ''],
  [new RegExp(`(?:${DAYS}), \\d\\d (?:${MONTHS}) \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}`, 'g'), 'TIME'],
  [new RegExp(`(?:${DAYS}) (?:${MONTHS}) +\\d+ \\d\\d:\\d\\d:\\d\\d \\d{4}`, 'g'), 'TIME'],
  // Where `kubectl diff` puts what it compares.
  [/\S*\/(LIVE|MERGED)-\d+/g, '$1'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, 'IP'],
  [/(resource ?version\\?"?: *)(\\?"|)\d+\2/gi, '$1VERSION'],
  [new RegExp(`-hash[=:] ?"?(?:[a-z]+-)?[${SAFE}]{5,10}"?`, 'g'), '-hash=HASH'],
  [new RegExp(`-[${SAFE}]{8,10}-[${SAFE}]{5}\\b`, 'g'), '-HASH-ANY'],
  [new RegExp(`-[${SAFE}]{8,10}\\b`, 'g'), '-HASH'],
  [new RegExp(`-[${SAFE}]{5}\\b`, 'g'), '-ANY'],
  [/(:)3[0-2]\d{3}(\/TCP|\/UDP)/g, '$1PORT$2'],
  [/((?:NodePort|nodePort)"?:.*?\b)3[0-2]\d{3}\b/g, '$1PORT'],
  [/ *\t */g, '\t'],
  // A column is as wide as its longest cell.
  [/(?<=\S) {2,}(?=\S)/g, '  '],
  // Ages: alone in a column, or as in `x2 over 3s`.
  [/(?<=^|(?:\S {2}|over |\())(?:\d+[smhd])+(?=$|[ )])/gm, 'AGE'],
  [/-{4,}/g, '----'],
  [/ +$/gm, ''],
];

const timeless = (output: string, namespace: string): string =>
  ANY_RUN.reduce(
    (said, [pattern, shown]) => said.replaceAll(pattern, shown),
    output.replaceAll(namespace, 'NAMESPACE'),
  );
