import {isList, isObject, type Json} from '../../core/json.ts';
import type {Stored} from './stored.ts';
import {textAt} from './text-at.ts';

/** Returns the account of each resource in the state, by id: `us`, or an empty text for the one without a name. */
export const accountsIn = ({state, ids}: Pick<Stored, 'state' | 'ids'>): ReadonlyMap<string, string> =>
  new Map(
    list(state?.['resources']).flatMap((one): [string, string][] => {
      const id = isObject(one) ? ids[`${textAt(one, 'type')}.${textAt(one, 'name')}`] : undefined;
      if (!isObject(one) || id === undefined || one['mode'] !== 'managed') return [];
      return [[id, /^provider\[".*"\]\.(.+)$/.exec(textAt(one, 'provider'))?.[1] ?? '']];
    }),
  );

const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
