import {readFileSync} from 'node:fs';
import type {Json, JsonObject} from '../../../../../src/core/json.ts';
import type {Problem} from '../../../../../src/sandbox/model/status.ts';

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;

/** The definition that all measurements were made with. */
export const widgets = (): JsonObject => read('widgets.json');

/** What the real server (Kubernetes 1.34.4) made of the spec of a widget: what it stored, or what it said. */
export type MeasuredValue = {
  readonly name: string;
  readonly spec: JsonObject;
  readonly stored?: JsonObject;
  readonly problems?: readonly Problem[];
};

export const measuredValues = (): readonly MeasuredValue[] => read('values.json');

/** What the real server said of a definition that was to be created: nothing where it took it. */
export type MeasuredDefinition = {
  readonly name: string;
  readonly definition: JsonObject;
  readonly problems?: readonly Problem[];
};

export const measuredDefinitions = (): readonly MeasuredDefinition[] => read('definitions.json');

/** What Go's `regexp` (1.26) said of an expression: its error, or all parts of a text that match, by their offsets. */
export type MeasuredRegexp =
  | {readonly pattern: string; readonly error: string}
  | {readonly pattern: string; readonly text: string; readonly found: readonly (readonly [number, number])[]};

export const measuredRegexps = (): readonly MeasuredRegexp[] => read('go-regexps.json');

/** What the CEL of the API server (Kubernetes 1.34.4) made of an expression: a value, or what it said. */
export type MeasuredExpression = {
  readonly expression: string;
  readonly value?: Json;
  readonly error?: string;
  readonly refused?: string;
};

export const measuredExpressions = (): readonly MeasuredExpression[] => read('cel-functions.json');
