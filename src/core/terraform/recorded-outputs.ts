import {isObject, type Json} from '../json.ts';
import type {ResourceState} from '../release/resource-state.ts';
import {containsRedacted} from '../secret/redacted-value.ts';
import {SOURCE_ID} from './source.ts';

/** An output of the Terraform code of a stack. A sensitive one has no value, unless it was asked for by name. */
export type RecordedOutput = {readonly name: string; readonly sensitive: boolean; readonly value?: Json};

/** Returns the outputs that a release recorded, without sensitive values. */
export function recordedOutputs(states: readonly ResourceState[]): readonly RecordedOutput[] {
  const found = states.find(({id}) => id === SOURCE_ID);
  if (found?.type !== 'Terraform') return [];
  return Object.entries(found.attributes).map(([name, value]) =>
    containsRedacted(value) ? {name, sensitive: true} : {name, sensitive: false, value},
  );
}

/** Returns the value of an output in the sealed document of a stack; undefined if it has none. */
export function storedOutput(document: string, name: string): Json | undefined {
  const {state} = JSON.parse(document) as {state?: Json};
  const outputs = isObject(state) ? state['outputs'] : undefined;
  const output = isObject(outputs) && Object.hasOwn(outputs, name) ? outputs[name] : undefined;
  return isObject(output) ? output['value'] : undefined;
}
