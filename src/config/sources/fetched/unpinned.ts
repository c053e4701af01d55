import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {SourceEntry} from '../source.ts';

/** Returns the note about a source whose contents can change. @param setting the setting that pins it, as YAML */
export const unpinned = (kind: string, setting: string, {at}: SourceEntry): Diagnostic => ({
  severity: 'note',
  code: `source/${kind}-not-pinned`,
  message: `this source can change between two runs; it is now \`${setting}\``,
  ...at(['url']),
  hint: `Add \`${setting}\` beside \`url\`, or run "gantry chart lock". Then a moved branch or tag changes nothing.`,
});
