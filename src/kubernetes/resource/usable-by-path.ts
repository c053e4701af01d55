import type {JsonPath} from '../../core/json.ts';
import {USABLE_BY_ANNOTATION} from './labels.ts';

/** The extension of a resource with the projects that may use it. */
export const USABLE_BY = 'usableBy';

/** The path of the annotation with the same meaning. */
export const USABLE_BY_PATH: JsonPath = ['metadata', 'annotations', USABLE_BY_ANNOTATION];
