import type {StackStatus} from '../../app/operate/stack-status.ts';
import type {ObjectHealth} from '../../core/readiness/health.ts';
import {diagnosisLines} from '../diagnosis-text.ts';
import {failureText} from '../failure-text.ts';
import {foldEqual, namedIds} from '../fold-equal.ts';
import {plainPaint} from '../paint.ts';
import {printable} from '../printable.ts';
import {healthCounts} from '../text/stack/status-text.ts';
import {diagnosticsList} from './diagnostics-list.ts';
import {fit} from './fit.ts';
import {COMMENT_BYTES, type MarkdownStyle} from './plan-markdown.ts';
import {codeSpan, fenced, marker} from './safe.ts';

const NOTE_BYTES = 200;

/** A stack's health for an issue or a summary: all that is not well first. */
export function statusMarkdown(status: StackStatus, style: MarkdownStyle): string {
  const {project, stack, workspace, release, cluster, healthy, objects, summary, diagnostics, failure} = status;
  const head = [
    `${marker('status', project, stack, workspace)}\n`,
    `### Gantry status: ${codeSpan(`${project}/${stack}`)} in ${codeSpan(workspace)}\n\n`,
    diagnosticsList(diagnostics, style),
    failure === undefined
      ? `**${healthy ? 'Healthy' : 'Not healthy'}**${objects.length === 0 ? '' : `: ${healthCounts(summary)}`}. `
      : `**Unknown**: the cluster cannot be reached.\n\n${fenced('text', [printable(failureText(failure).message)])}\n`,
    `Revision ${release.revision} (${release.phase}) of ${printable(release.finishedAt ?? release.startedAt)} `,
    `on ${codeSpan(`${cluster.server}, ${cluster.version}`)}.\n\n`,
  ].join('');
  const told = failure === undefined ? objects : [];
  const unwell = equalOnes(told.filter(({health}) => health !== 'ready'));
  const {texts} = fit(
    [head, ...unwell.map(({markdown}) => markdown)].map((text) => ({full: text, brief: text})),
    (style.bytes ?? COMMENT_BYTES) - NOTE_BYTES,
  );
  const dropped = unwell.slice(Math.max(0, texts.length - 1)).reduce((sum, {objects: n}) => sum + n, 0);
  const note = dropped === 0 ? '' : `**${dropped} more**; \`gantry status\` shows everything.\n`;
  return [...texts, note].join('');
}

type Told = {readonly markdown: string; readonly objects: number};

/** Returns the unhealthy objects. Equal health with an equal cause is printed once. */
function equalOnes(unwell: readonly ObjectHealth[]): readonly Told[] {
  const said = unwell.map(({id, health, message, trouble}) => {
    const lines = [printable(message), ...diagnosisLines(trouble, {paint: plainPaint})];
    return {id, health, text: [...lines, health].join('\n')};
  });
  return foldEqual(said).map(({first: {health}, ids, text}) => {
    const cause = fenced('text', text.split('\n').slice(0, -1));
    return {markdown: `**${health}** ${namedIds(ids, codeSpan)}\n\n${cause}\n\n`, objects: ids.length};
  });
}
