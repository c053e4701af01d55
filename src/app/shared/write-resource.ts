import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {StackLocation} from '../../config/stack-location.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {editYaml} from '../../config/yaml/edit-yaml.ts';
import {readYaml} from '../../config/yaml/read-yaml.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isList, isObject} from '../../core/json.ts';
import type {ExternalTerraform} from '../../core/shared/external-resource.ts';
import {defined} from '../../lib/defined.ts';

/** A file that was written, and its text before; undefined if it did not exist. */
export type WrittenFile = {readonly file: string; readonly before: string | undefined};

/**
 * Adds a registered Terraform resource to the first spec file of a stack. Its extension with the id at the provider makes the next apply adopt it.
 * @throws GantryError input/usage for a stack without a spec file
 */
export async function writeResource(
  {id, attributes, extensions}: ExternalTerraform,
  {stack}: StackLocation,
): Promise<WrittenFile> {
  const [spec] = (stack.sources ?? []).flatMap((source) => (typeof source.spec === 'string' ? [source.spec] : []));
  if (spec === undefined)
    throw new GantryError({
      code: 'input/usage',
      message: `${id} cannot be written: the stack ${stack.name} has no spec file`,
      hint: 'Add `- spec: spec.yaml` to `sources` in stack.yaml, and run the command again.',
    });
  const file = join(stack.dir, spec);
  const before = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  const value = before === undefined ? undefined : readYaml(before, file).documents[0]?.value;
  const known = isObject(value) && isList(value['resources']) ? value['resources'] : [];
  const resource = {id, type: 'Terraform', attributes, ...defined({extensions})};
  await writeWhole(file, editYaml(before ?? '', [{path: ['resources'], value: [...known, resource]}]));
  return {file, before};
}
