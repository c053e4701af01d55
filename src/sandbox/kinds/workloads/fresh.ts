import type {JsonObject} from '../../../core/json.ts';
import type {Write} from '../../model/rules.ts';

/** Sets the status of a new object, which its writer cannot set. */
export const fresh = ({object, before}: Pick<Write, 'object' | 'before'>, status: JsonObject): JsonObject =>
  before === undefined ? {...object, status} : object;
