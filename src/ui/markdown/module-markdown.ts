import type {ModuleField} from '../../app/module/module-fields.ts';
import type {ModuleShown} from '../../app/module/show-module.ts';
import {printable} from '../printable.ts';
import {fieldRows} from '../text/module/field-rows.ts';
import {codeCell, codeSpan} from './safe.ts';

/** Returns the page of a module: its description, its fields at every depth, and the context keys that it receives. The same module gives the same page. */
export function moduleMarkdown({name, version, description, fields, context, outputs}: ModuleShown): string {
  const ofPlatform = fields.filter(({side}) => side === 'platform');
  const ofApplication = fields.filter(({side}) => side !== 'platform');
  return [
    `# Module ${codeSpan(name)}\n\n${plain(description)}\n\nVersion ${codeSpan(version)}.\n`,
    `\n## Fields of the application\n\nSet these fields in ${codeSpan(`accessories`)} of ${codeSpan('gantry.app.yaml')}. `,
    `The workspace can also set the fields with "application or platform". The value of the application wins. Maps are merged.\n\n`,
    table(ofApplication),
    `\n## Fields of the platform\n\nSet these fields in ${codeSpan(`modules.${name}.configs`)} of the workspace.\n\n`,
    table(ofPlatform),
    '\n## Context\n\n',
    context.length === 0
      ? 'The module receives no key of the context.\n'
      : `The module receives these keys of the context of the workspace:\n\n${context.map((key) => `- ${codeSpan(key)}\n`).join('')}`,
    ...(outputs === undefined ? [] : [outputsText(outputs)]),
  ].join('');
}

function outputsText(outputs: NonNullable<ModuleShown['outputs']>): string {
  const lines = Object.entries(outputs).map(([name, description]) => `- ${codeSpan(name)}: ${plain(description)}\n`);
  return `\n## Outputs\n\n${lines.length === 0 ? 'None.\n' : lines.join('')}`;
}

function table(fields: readonly ModuleField[]): string {
  if (fields.length === 0) return 'None.\n';
  const rows = fieldRows(fields, true).map(([path = '', type = '', side = '', preset = '', description = '']) => [
    codeCell(path),
    codeCell(type),
    side,
    preset === '' || preset === 'required' ? preset : codeCell(preset),
    plain(description).replaceAll('|', '\\|'),
  ]);
  const head = ['field', 'type', 'set by', 'default', 'description'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Returns a text of a module in one line, without HTML. */
const plain = (text: string): string =>
  printable(text.replaceAll(/\s+/g, ' ').trim()).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
