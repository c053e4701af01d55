import type {StackLocation} from '../../config/find-project.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {readTrusted} from '../../config/untrusted/read-trusted.ts';
import {readYaml} from '../../config/yaml/read-yaml.ts';
import {isObject} from '../../core/json.ts';
import {refusedUntrusted} from './refused-untrusted.ts';

/**
 * Requires that stack.yaml of an untrusted checkout selects the same workspace as in the base commit.
 * @throws GantryError 'untrusted/refused'
 */
export function requireInBase({stack: {file}}: Pick<StackLocation, 'stack'>, workspace: string): void {
  const checkout = untrustedCheckout();
  if (checkout === undefined) return;
  const read = readTrusted(file);
  const value = readYaml(read.text ?? '', read.file).documents[0]?.value;
  if (isObject(value) && value['workspace'] === workspace) return;
  throw refusedUntrusted(
    `${read.file} selects the workspace ${workspace}, but in the base commit (${checkout.ref}) this file does not select it`,
    'Name the workspace with -w or GANTRY_WORKSPACE in the job.',
  );
}
