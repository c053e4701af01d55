import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {convertAutoscaler} from '../../../../../src/sandbox/kinds/convert-autoscaler.ts';

/** Objects that were created in v2 and read in v1, on the real server. */
const PAIRS = JSON.parse(
  readFileSync(new URL('./facts/autoscaler-versions.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, {readonly new: JsonObject; readonly old: JsonObject; readonly annotations: JsonObject}>>;

const kind = 'HorizontalPodAutoscaler';

describe('a HorizontalPodAutoscaler in its other version', () => {
  it.each(Object.entries(PAIRS))("an autoscaler in v1 equals the server's: %s", (_, {new: spec, old, annotations}) => {
    const converted = convertAutoscaler(
      {apiVersion: 'autoscaling/v2', kind, metadata: {name: 'web'}, spec},
      'autoscaling/v1',
    );
    const hasSome = Object.keys(annotations).length > 0;
    expect(converted).toMatchObject({apiVersion: 'autoscaling/v1', metadata: {name: 'web'}});
    expect(converted['spec']).toEqual(old);
    expect(converted['metadata']).toEqual({name: 'web', ...(hasSome ? {annotations} : {})});
  });

  it.each(Object.entries(PAIRS))(
    'an autoscaler is unchanged after v1 and v2: %s',
    (_, {new: spec, old, annotations}) => {
      const object = {apiVersion: 'autoscaling/v1', kind, metadata: {name: 'web', annotations}, spec: old};
      const converted = convertAutoscaler(object, 'autoscaling/v2');
      expect(converted['spec']).toEqual(spec);
      expect(converted['metadata']).toEqual({name: 'web'});
    },
  );
});
