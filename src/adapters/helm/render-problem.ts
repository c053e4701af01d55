import {templateError} from '../../core/chart/template-error.ts';
import {defined} from '../../lib/defined.ts';
import type {Ran} from '../../lib/run-program.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** Returns the problem of a run of `helm template` that failed. */
export function renderProblem(ran: Ran, seconds: number): SourceProblem {
  if (ran.kind === 'not-started') return {problem: `helm ${ran.why.message}`};
  if (ran.kind === 'too-late') return {problem: `helm did not end within ${seconds} s`};
  if (ran.kind === 'too-much') return {problem: TOO_MUCH};
  if (ran.kind === 'ended' && typeof ran.code === 'string') return killedBy(ran.code);
  return problemOfText(errorOf(ran.stderr));
}

/** The problem of a helm process that a signal ended. The signal is most often from the kernel: a template that builds large lists uses all memory. */
const killedBy = (signal: string): SourceProblem => ({
  problem: `helm was ended by ${signal} before it had rendered the chart`,
  hint: 'Check the memory of the machine or container, and whether a template of the chart builds very large texts or lists.',
});

/** The message about a chart with too much output. */
export const TOO_MUCH = 'the chart printed more than 48 MiB';

/** Returns the error in what helm wrote: from its last `Error:` on, without its log and its advice about options of the program. */
export function errorOf(stderr: string): string {
  const text = stderr.slice(Math.max(0, stderr.lastIndexOf('\nError: '))).trim();
  const [error = ''] = text.split('\nUse --debug flag to render out invalid YAML');
  const said = error.replace(/^Error: /, '').trimEnd();
  return said === '' ? 'it failed without a message' : said;
}

function problemOfText(text: string): SourceProblem {
  const found = templateError(text);
  if (found === undefined) return {problem: `helm: ${text}`};
  const {template, line, column, expression, message, includedFrom} = found;
  const cause = expression === undefined ? message : `\`${expression}\`: ${message}`;
  const from = includedFrom.length === 0 ? '' : ` (included from ${includedFrom.join(', ')})`;
  return {problem: `${cause}${from}`, place: {template, line, ...defined({column, expression})}};
}

/** Returns the template whose output Helm cannot read as YAML, if that is the error. */
export const brokenTemplate = (problem: string): string | undefined =>
  /YAML parse error on ([^\s:]+):/.exec(problem)?.[1];
