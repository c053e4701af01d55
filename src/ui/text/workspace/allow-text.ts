import type {AllowQuestion} from '../../../app/trust/allow-workspace.ts';
import type {AllowedWorkspace} from '../../../config/documents/trust-output.ts';
import type {Want} from '../../../core/trust/want.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** Returns all access that a workspace requests, unshortened, for the question whether to allow it. */
export function allowQuestionText({workspace, file, wants, changed, digest}: AllowQuestion, style: Style): string {
  const {paint} = style;
  const added = new Set((changed?.added ?? []).map(({text}) => text));
  const line = ({text}: Want): string =>
    added.has(text) ? `  ${paint.good('+')} ${printable(text)}` : `  - ${printable(text)}`;
  const removed = (changed?.removed ?? []).map(
    ({text}) => `  ${paint.bad('-')} ${printable(text)} (not requested now)`,
  );
  const since = changed === undefined ? '' : '. It differs from what you allowed before (+)';
  return [
    `${printable(workspace)} (${printable(shownFile(file, style.cwd))}) requests this access on your machine${since}:`,
    ...wants.map(line),
    ...removed,
    paint.dim(`Digest for pipelines: GANTRY_ALLOW=${digest}`),
    '',
  ].join('\n');
}

/** Returns the result of `gantry workspace allow`, a line for each workspace file. */
export function allowedText({name, parts}: AllowedWorkspace): string {
  if (parts.length === 0) return `${whose(name)} no access that has to be allowed.\n`;
  const words = {
    allowed: 'is now allowed',
    'already-allowed': 'was already allowed',
    declined: 'is not allowed; nothing was stored',
    'not-asked': 'requests this',
  } as const;
  return parts
    .map(({workspace, outcome, digest}) => `${printable(workspace)} ${words[outcome]} (${digest}).\n`)
    .join('');
}

/** Returns the requested access as comments, and the GANTRY_ALLOW line for a pipeline. Shells and files of variables can read the text. */
export function wantedText({name, parts}: AllowedWorkspace, style: Style): string {
  if (parts.length === 0) return `# ${whose(name)} no access that has to be allowed.\n`;
  const wanted = parts.flatMap(({workspace, file, wants, digest}) => [
    `# ${printable(workspace)} (${printable(shownFile(file, style.cwd))}), ${digest}:`,
    ...wants.map(({text}) => `#   - ${printable(text)}`),
  ]);
  const digests = new Set(parts.map(({digest}) => digest));
  return [...wanted, `GANTRY_ALLOW=${[...digests].join(',')}`, ''].join('\n');
}

const whose = (name: string | undefined): string =>
  name === undefined ? 'The workspaces of the project request' : `The workspace ${printable(name)} requests`;
