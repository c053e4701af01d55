import type {MigrateOutcome, Move} from '../../../app/backend/migrate-backend.ts';
import type {ConfigChange, Configuration} from '../../../app/config/user-configuration.ts';
import {historyText} from '../../../core/release/history-names.ts';
import {count} from '../../count.ts';
import {printable} from '../../printable.ts';

const MOST_HISTORIES = 10;

/** Returns what a migration would move, for the question. */
export function moveText({from, to, series}: Move): string {
  const shown = series.slice(0, MOST_HISTORIES).map((names) => `  ${printable(historyText(names))}\n`);
  const more = series.length > MOST_HISTORIES ? `  and ${series.length - MOST_HISTORIES} more\n` : '';
  const what = series.length === 0 ? 'no releases.' : `the releases of ${count(series.length, 'stack')}:`;
  return `From  ${printable(from)}\nTo    ${printable(to)}\n\nMoves workspaces, keys and ${what}\n${shown.join('')}${more}\n`;
}

/** Returns the result of `gantry backend migrate`. */
export function migrateText(outcome: MigrateOutcome): string {
  if (outcome.kind === 'declined') return 'Nothing was moved.\n';
  const {written, there, series, from, to, switched} = outcome;
  const again = there === 0 ? '' : `, ${there} already there`;
  const lines = switched.map(({place, to: next, done}) =>
    done
      ? `${printable(place)} now uses ${printable(next)}.`
      : `Change this yourself: ${printable(place)} still uses the old backend. Set it to ${printable(next)}`,
  );
  return [
    `Moved ${count(series.length, 'stack')} from ${printable(from)} to ${printable(to)}: ${count(written, 'value')} written and verified${again}.`,
    'The old backend keeps a copy that is no longer used: commands that still use it are referred to the new backend.',
    ...lines,
    '',
  ].join('\n');
}

/** Returns `KEY  VALUE` for each key that is set, and the backend that a run here would use. */
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
  const used = `Used here: ${printable(backend.shown)} (${backend.from === 'default' ? 'the default' : `from ${backend.from}`})\n`;
  return rows.length === 0 ? `${printable(file)} has no settings.\n${used}` : `${listed.join('')}\n${used}`;
}

/** Returns the result of `gantry config set` and `unset`. */
export const configChangeText = ({key, file, changed}: ConfigChange, verb: 'Set' | 'Unset'): string =>
  changed
    ? `${verb} ${key} in ${printable(file)}.\n`
    : `Nothing to change: ${key} in ${printable(file)} is already ${verb === 'Set' ? 'set to this value' : 'unset'}.\n`;
