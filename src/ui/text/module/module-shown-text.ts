import type {ModuleShown} from '../../../app/module/show-module.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';
import {fieldRows} from './field-rows.ts';
import {modulePlaceText} from './module-place-text.ts';

/** Returns the description of a module, and its fields with the part of the configuration that sets them. */
export function moduleShownText(shown: ModuleShown, style: Style): string {
  const {name, version, description, place, integrity, fields, context, outputs} = shown;
  const head = facts(
    [
      ['module', `${name} ${version}`],
      ['description', description],
      ['place', modulePlaceText(place, style)],
      ['integrity', integrity],
      ['context', context.length === 0 ? 'none' : context.join(', ')],
      ['outputs', outputs && (Object.keys(outputs).join(', ') || 'none')],
    ],
    style,
  );
  if (fields.length === 0) return `${head}\nNo fields.\n`;
  const rows = table(['FIELD', 'TYPE', 'SET BY', 'DEFAULT', 'DESCRIPTION'], fieldRows(fields, false), style);
  const isDeep = fields.some((field) => field.fields.length > 0);
  return `${head}\n${rows}${isDeep ? `\nFields of fields: ${style.paint.strong(`gantry module docs ${printable(name)}`)}\n` : ''}`;
}
