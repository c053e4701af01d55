import type {JsonObject} from '../../../core/json.ts';
import type {Write} from '../../model/rules.ts';

/** Nobody says what the status of a new object is: it is that of one of which nothing is known. */
export const fresh = ({object, before}: Pick<Write, 'object' | 'before'>, status: JsonObject): JsonObject =>
  before === undefined ? {...object, status} : object;
