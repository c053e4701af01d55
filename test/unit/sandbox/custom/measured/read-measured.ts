import {readFileSync} from 'node:fs';
import type {Json, JsonObject} from '../../../../../src/core/json.ts';
import type {Problem} from '../../../../../src/sandbox/model/status.ts';

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;

/** Returns the CRD that all measurements were made with. */
export const widgets = (): JsonObject => read('widgets.json');

/** The result of the real server (Kubernetes 1.34.4) for the spec of a widget: the stored spec, or its problems. */
export type MeasuredValue = {
  readonly name: string;
  readonly spec: JsonObject;
  readonly stored?: JsonObject;
  readonly problems?: readonly Problem[];
};

export const measuredValues = (): readonly MeasuredValue[] => read('values.json');

/** The problems that the real server reported for a new CRD; none if it accepted it. */
export type MeasuredDefinition = {
  readonly name: string;
  readonly definition: JsonObject;
  readonly problems?: readonly Problem[];
};

export const measuredDefinitions = (): readonly MeasuredDefinition[] => read('definitions.json');

/** The result of Go's `regexp` (1.26) for an expression: its error, or all matches in a text, by their offsets. */
export type MeasuredRegexp =
  | {readonly pattern: string; readonly error: string}
  | {readonly pattern: string; readonly text: string; readonly found: readonly (readonly [number, number])[]};

export const measuredRegexps = (): readonly MeasuredRegexp[] => read('go-regexps.json');

/** The result of the API server's CEL (Kubernetes 1.34.4) for an expression: a value, or a message. */
export type MeasuredExpression = {
  readonly expression: string;
  readonly value?: Json;
  readonly error?: string;
  readonly refused?: string;
};

export const measuredExpressions = (): readonly MeasuredExpression[] => read('cel-functions.json');
