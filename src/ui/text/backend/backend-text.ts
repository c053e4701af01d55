import type {MigrateOutcome, Move} from '../../../app/backend/migrate-backend.ts';
import type {ConfigChange, Configuration} from '../../../app/config/user-configuration.ts';
import {seriesText} from '../../../core/release/series-names.ts';
import {count} from '../../count.ts';
import {printable} from '../../printable.ts';

const MOST_SERIES = 10;

/** What a migration would move, before the question. */
export function moveText({from, to, series}: Move): string {
  const shown = series.slice(0, MOST_SERIES).map((names) => `  ${printable(seriesText(names))}\n`);
  const more = series.length > MOST_SERIES ? `  and ${series.length - MOST_SERIES} more\n` : '';
  const what = series.length === 0 ? 'no releases yet.' : `the releases of ${count(series.length, 'stack')}:`;
  return `From  ${printable(from)}\nTo    ${printable(to)}\n\nMoves workspaces, keys and ${what}\n${shown.join('')}${more}\n`;
}

/** The answer of `gantry backend migrate`. */
export function migrateText(outcome: MigrateOutcome): string {
  if (outcome.kind === 'declined') return 'Nothing was moved.\n';
  const {written, there, series, from, to, switched} = outcome;
  const again = there === 0 ? '' : `, ${there} were there already`;
  const lines = switched.map(({place, to: next, done}) =>
    done
      ? `${printable(place)} names ${printable(next)}.`
      : `Change it yourself: ${printable(place)} still names the old backend. Write: ${printable(next)}`,
  );
  return [
    `Moved ${count(series.length, 'stack')} from ${printable(from)} to ${printable(to)}: ${count(written, 'value')} written and read again${again}.`,
    'The old backend keeps a copy that is not gone on with: who still names it is told where the releases are.',
    ...lines,
    '',
  ].join('\n');
}

/** `KEY  VALUE` for each key that is set, and what a run here would use. */
export function configText(
  {file, config, backend}: Configuration,
  shown: (written: NonNullable<Configuration['config']['backend']>) => string,
): string {
  const rows = [
    ...(config.backend === undefined ? [] : [['backend', shown(config.backend)] as const]),
    ...Object.entries(config.backends ?? {}).map(([name, value]) => [`backends.${name}`, shown(value)] as const),
  ];
  const width = Math.max(0, ...rows.map(([key]) => key.length));
  const listed = rows.map(([key, value]) => `${key.padEnd(width)}  ${printable(value)}\n`);
  const used = `Used here: ${printable(backend.shown)} (${backend.from === 'default' ? 'nothing names another' : `from ${backend.from}`})\n`;
  return rows.length === 0 ? `${printable(file)} sets nothing.\n${used}` : `${listed.join('')}\n${used}`;
}

/** The answer of `gantry config set` and `unset`. */
export const configChangeText = ({key, file, changed}: ConfigChange, verb: 'Set' | 'Unset'): string =>
  changed
    ? `${verb} ${key} in ${printable(file)}.\n`
    : `Nothing to change: ${key} in ${printable(file)} is so already.\n`;
