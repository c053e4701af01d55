import type {StackStatus} from '../../app/operate/stack-status.ts';
import type {ObjectHealth} from '../../kubernetes/readiness/health.ts';
import {failureText} from '../failure-text.ts';
import {plainPaint} from '../paint.ts';
import {printable} from '../printable.ts';
import {healthCounts} from '../status-text.ts';
import {troubleLines} from '../trouble-text.ts';
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
      : `**Not known**: the cluster cannot be reached.\n\n${fenced('text', [printable(failureText(failure).message)])}\n`,
    `Revision ${release.revision} (${release.phase}) of ${printable(release.finishedAt ?? release.startedAt)} `,
    `on ${codeSpan(`${cluster.server}, ${cluster.version}`)}.\n\n`,
  ].join('');
  const told = failure === undefined ? objects : [];
  const unwell = told.filter(({health}) => health !== 'ready').map(objectMarkdown);
  const {texts} = fit(
    [head, ...unwell].map((text) => ({full: text, brief: text})),
    (style.bytes ?? COMMENT_BYTES) - NOTE_BYTES,
  );
  const dropped = unwell.length + 1 - texts.length;
  const note = dropped === 0 ? '' : `**${dropped} more**; \`gantry status\` shows everything.\n`;
  return [...texts, note].join('');
}

const objectMarkdown = ({id, health, message, trouble}: ObjectHealth): string =>
  `**${health}** ${codeSpan(printable(id))}\n\n${fenced('text', [printable(message), ...troubleLines(trouble, {paint: plainPaint})])}\n\n`;
