import type {Json, JsonPath} from '../../core/json.ts';
import {argumentIn, type Block} from '../../core/terraform/blocks.ts';
import {blocksOf, isRootFile} from '../../core/terraform/code.ts';
import {traversal} from './escape.ts';

/** The file with the values of outputs that other resources of the same module use. No expression can read an output of its own module. */
export const OUTPUT_VALUES = 'gantry_outputs.tf';

/** Returns the blocks of the outputs of a root module, by name. */
export const outputsIn = (files: Readonly<Record<string, Json>>): ReadonlyMap<string, Block> =>
  new Map(
    Object.entries(files).flatMap(([path, text]) =>
      typeof text === 'string' && isRootFile(path)
        ? blocksOf(path, text).flatMap((block) =>
            block.type === 'output' ? [[block.labels[0] ?? '', block] as const] : [],
          )
        : [],
    ),
  );

/** Returns the expression for a part of an output; undefined for one that the files do not declare. */
export function outputExpression(outputs: ReadonlyMap<string, Block>, [name, ...path]: JsonPath): string | undefined {
  const block = outputs.get(String(name));
  if (block === undefined) return undefined;
  const value = `local.${localName(String(name))}`;
  const isSensitive = (argumentIn(block.body, 'sensitive') ?? 'false') !== 'false';
  return `${isSensitive ? `sensitive(${value})` : value}${traversal(path)}`;
}

/** Returns the text of the file: a local value for each output. */
export function outputValues(files: ReadonlyMap<string, string>, names: ReadonlySet<string>): string {
  const outputs = outputsIn(Object.fromEntries(files));
  const values = [...names].toSorted().map((name) => {
    const value = argumentIn(outputs.get(name)?.body ?? '', 'value') ?? 'null';
    return `  ${localName(name)} = ${value}\n`;
  });
  return `locals {\n${values.join('')}}\n`;
}

const localName = (output: string): string => `gantry_output_${output}`;
