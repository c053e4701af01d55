import type {ValueExplanation} from '../../../app/explain-value.ts';
import {placeText} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

type Layer = ValueExplanation['layers'][number];

/** Returns the value, and the layers that changed it. The last layer set it. */
export function explainValueText(explanation: ValueExplanation, style: Style): string {
  const {id, path, value, layers, references} = explanation;
  const is = value === undefined ? 'is not set' : `is ${shown(value)}`;
  const rows = layers.map((layer) => [
    layer.layer,
    layer.at === undefined ? '' : placeText(layer.at, style.cwd),
    doing(layer),
    layer.value === undefined ? 'removed' : `${shown(layer.value)}${layer.same === true ? ' (unchanged)' : ''}`,
  ]);
  return [
    printable(`${path} of ${id} ${is}.`).concat('\n'),
    table(['LAYER', 'WHERE', 'WHAT', 'VALUE'], rows, style),
    ...new Set(layers.flatMap((layer) => remarks(layer, style))),
    ...references.map(reference),
  ].join('');
}

const LONGEST = 120;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

const WHAT: Readonly<Record<Exclude<Layer['layer'], 'patch' | 'policy'>, string>> = {
  source: 'written',
  overlay: 'laid over',
  modules: 'configured by',
  module: 'decided by',
  'module-patch': 'patched by',
  context: 'substituted',
  images: 'image replaced',
  '--image': 'image replaced',
  namespace: 'defaulted',
};

const doing = ({layer, op, policy}: Layer): string => {
  if (layer === 'patch') return op ?? 'merge';
  if (layer === 'policy') return `by ${printable(policy ?? '')}`;
  return op === undefined ? WHAT[layer] : `${WHAT[layer]} ${op}`;
};

function remarks({layer, context = [], instead}: Layer, {cwd}: Style): readonly string[] {
  return [
    ...context.map(
      ({key, at}) =>
        `\${context:${printable(key)}} is set by ${at === undefined ? 'the workspace' : placeText(at, cwd)}\n`,
    ),
    ...(instead === undefined
      ? []
      : [`${layer === '--image' ? '--image' : 'The image of the workspace'} overrides ${placeText(instead, cwd)}\n`]),
  ];
}

const reference = ({text, id, path, value}: ValueExplanation['references'][number]): string =>
  `${printable(text)} is ${printable(path)} of ${printable(id)}${value === undefined ? ', known after it is created' : `: ${printable(shown(value))}`}\n`;
