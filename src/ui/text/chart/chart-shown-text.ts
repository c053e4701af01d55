import type {ChartShown} from '../../../app/chart/show-chart.ts';
import {printable, printableLines} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';

/** The lines of the README that are shown. `--readme` prints all of it. */
const README_LINES = 12;

/** Returns the facts of a chart, and the beginning of its README. */
export function chartShownText(shown: ChartShown, style: Pick<Style, 'paint'>): string {
  const {name, version, appVersion, kubeVersion, type, description, home, deprecated, images, dependencies} = shown;
  const table = facts(
    [
      ['chart', `${name} ${version}${deprecated === true ? ' (deprecated)' : ''}`],
      ['description', description],
      ['app version', appVersion],
      ['type', type === 'application' ? undefined : type],
      ['kubernetes', kubeVersion],
      ['home', home],
      ['versions', shown.versions.join(', ')],
    ],
    style,
  );
  const needed = dependencies.map(({name: one, version: range, repository, alias}) =>
    [one, range, repository === undefined ? '' : `(${repository})`, alias === undefined ? '' : `as ${alias}`]
      .filter(Boolean)
      .join(' '),
  );
  return [
    table,
    list('Dependencies', needed),
    list('CRDs', shown.crds),
    list('Images with the default values', images ?? []),
    readme(shown.readme),
    `\nThe default values: --values. The whole README: --readme. The notes: --notes.\n`,
  ].join('');
}

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${printable(line)}\n`).join('')}`;

function readme(text: string): string {
  const lines = printableLines(text).trim().split('\n');
  if (text.trim() === '') return '';
  const more = lines.length > README_LINES ? '  …\n' : '';
  return `\nREADME\n${lines
    .slice(0, README_LINES)
    .map((line) => `${line === '' ? '' : `  ${line}`}\n`)
    .join('')}${more}`;
}
