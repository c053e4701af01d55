import type {JsonObject} from '../../core/json.ts';
import type {Finding} from './finding.ts';

export const objectRules = (_object: JsonObject): readonly Finding[] => [];
