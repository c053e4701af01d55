import type {AllowQuestion} from '../../../app/trust/allow-workspace.ts';
import type {AllowedWorkspace} from '../../../config/documents/trust-output.ts';
import type {Want} from '../../../core/trust/want.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** All that a workspace wants, before the question: nothing of it is shortened. */
export function allowQuestionText({workspace, file, wants, changed, digest}: AllowQuestion, style: Style): string {
  const {paint} = style;
  const added = new Set((changed?.added ?? []).map(({text}) => text));
  const line = ({text}: Want): string =>
    added.has(text) ? `  ${paint.good('+')} ${printable(text)}` : `  - ${printable(text)}`;
  const removed = (changed?.removed ?? []).map(({text}) => `  ${paint.bad('-')} ${printable(text)} (no longer wanted)`);
  const since = changed === undefined ? '' : ', and it differs from what you allowed before (+)';
  return [
    `${printable(workspace)} (${printable(shownFile(file, style.cwd))}) wants this on your machine${since}:`,
    ...wants.map(line),
    ...removed,
    paint.dim(`Its digest, for pipelines: GANTRY_ALLOW=${digest}`),
    '',
  ].join('\n');
}

/** The answer of `gantry workspace allow`, a line for each workspace file. */
export function allowedText({name, parts}: AllowedWorkspace): string {
  if (parts.length === 0) return `${whose(name)} nothing that has to be allowed.\n`;
  const words = {
    allowed: 'is now allowed',
    'already-allowed': 'was already allowed',
    declined: 'is not allowed; nothing was stored',
    'not-asked': 'wants this',
  } as const;
  return parts
    .map(({workspace, outcome, digest}) => `${printable(workspace)} ${words[outcome]} (${digest}).\n`)
    .join('');
}

/** What is wanted, as comments, and the line for a pipeline: a shell and a file of variables take all of it. */
export function wantedText({name, parts}: AllowedWorkspace, style: Style): string {
  if (parts.length === 0) return `# ${whose(name)} nothing that has to be allowed.\n`;
  const wanted = parts.flatMap(({workspace, file, wants, digest}) => [
    `# ${printable(workspace)} (${printable(shownFile(file, style.cwd))}), ${digest}:`,
    ...wants.map(({text}) => `#   - ${printable(text)}`),
  ]);
  const digests = new Set(parts.map(({digest}) => digest));
  return [...wanted, `GANTRY_ALLOW=${[...digests].join(',')}`, ''].join('\n');
}

const whose = (name: string | undefined): string =>
  name === undefined ? 'The workspaces of the project want' : `The workspace ${printable(name)} wants`;
