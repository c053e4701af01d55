import type {ChartTrial, ChartTrials} from '../../../app/chart/compare-charts.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** The number of changed defaults that are shown. `-o json` has all. */
const MOST_DEFAULTS = 20;

/** Returns what the tried versions of charts change besides the fields of the plan. */
export function chartTrialsText({charts, crds, images}: ChartTrials, {cwd}: Pick<Style, 'cwd'>): string {
  const parts = charts.map((one) => trialText(one, cwd));
  const more = [
    section(
      'CRDs that change',
      crds.map(({id, action}) => `${id} (${action})`),
    ),
    section(
      'Images that change',
      images.map(({container, before, after}) => `${container}: ${value(before)} → ${value(after)}`),
    ),
  ];
  return [...parts, ...more].filter(Boolean).join('\n');
}

function trialText({source, chart, from, to, droppedValues, defaults}: ChartTrial, cwd: string): string {
  const shown = defaults.slice(0, MOST_DEFAULTS).map(({path, before, after}) => {
    if (before === undefined) return `${path}: new, ${value(after)}`;
    return after === undefined
      ? `${path}: gone (it was ${value(before)})`
      : `${path}: ${value(before)} → ${value(after)}`;
  });
  const hidden = defaults.length > MOST_DEFAULTS ? [`and ${defaults.length - MOST_DEFAULTS} more`] : [];
  const dropped = droppedValues.map(
    ({path, file, line, nearest}) =>
      `${path} (${shownFile(file, cwd)}:${line})${nearest === undefined ? '' : `: did you mean ${nearest}?`}`,
  );
  return [
    `${printable(`${source}: ${chart} ${from} → ${to}`)}\n`,
    section(`Your values that ${to} does not know`, dropped),
    section('Defaults that change, and that you do not set', [...shown, ...hidden]),
    dropped.length + defaults.length === 0 ? '  No value changes.\n' : '',
  ].join('');
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `  ${printable(title)}:\n${lines.map((line) => `    ${printable(line)}\n`).join('')}`;

const value = (json: unknown): string =>
  typeof json === 'string' ? json : json === undefined ? '(none)' : JSON.stringify(json);
