import type {FieldLayer} from '../../../core/variation/explain-path.ts';
import {placeText} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';
import {longValue} from './long-value.ts';

/** Returns a table of the layers of a field, and remarks about values of the context and overridden images. */
export function layersText(layers: readonly FieldLayer[], style: Style): string {
  const rows = layers.map((layer) => [
    layer.layer,
    layer.at === undefined ? '' : placeText(layer.at, style.cwd),
    doing(layer),
    layer.value === undefined ? 'removed' : `${longValue(layer.value)}${layer.same === true ? ' (unchanged)' : ''}`,
  ]);
  return [
    table(['LAYER', 'WHERE', 'WHAT', 'VALUE'], rows, style),
    ...new Set(layers.flatMap((layer) => remarks(layer, style))),
  ].join('');
}

const WHAT: Readonly<Record<Exclude<FieldLayer['layer'], 'patch' | 'policy'>, string>> = {
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

const doing = ({layer, op, policy}: FieldLayer): string => {
  if (layer === 'patch') return op ?? 'merge';
  if (layer === 'policy') return `by ${printable(policy ?? '')}`;
  return op === undefined ? WHAT[layer] : `${WHAT[layer]} ${op}`;
};

function remarks({layer, context = [], instead}: FieldLayer, {cwd}: Style): readonly string[] {
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
