import {describe, expect, it} from 'vitest';
import {knownValues, type ResourceValues, releasedValues} from '../../../../src/core/reference/values.ts';
import {redactLeaf} from '../../../../src/core/secret/redacted-value.ts';

const QUEUE: ResourceValues = {
  object: {name: 'jobs', url: 'old', tags: {team: 'a'}, list: [{key: 'x'}]},
  unknown: [['url'], ['tags', 'made']],
  sensitive: [['login', 'password']],
};

const at = (values: ResourceValues) => {
  const {lookup} = knownValues((id) => (id === 'queue' ? values : undefined));
  return (path?: readonly (string | number)[]) => {
    const found = lookup('queue', path);
    return found === undefined || found === 'unknown' ? found : 'known';
  };
};

describe('a value of a planned resource', () => {
  it.each([
    {title: 'is known where it was planned', path: ['name'], want: 'known'},
    {title: 'is known in a list', path: ['list', 0, 'key'], want: 'known'},
    {title: 'is unknown at an unknown path', path: ['url'], want: 'unknown'},
    {title: 'is unknown below an unknown path', path: ['url', 'host'], want: 'unknown'},
    {title: 'is unknown as a whole of which a part is unknown', path: ['tags'], want: 'unknown'},
    {title: 'is known beside an unknown path', path: ['tags', 'team'], want: 'known'},
    {title: 'is looked for in the object where nothing more can come', path: ['missing'], want: 'known'},
  ])('$title', ({path, want}) => {
    expect(at(QUEUE)(path)).toBe(want);
  });

  it('a value of a planned resource is unknown if the apply may still add it', () => {
    expect(at({...QUEUE, isPartial: true})(['missing'])).toBe('unknown');
  });

  it('a planned resource exists without a path, whatever values are known', () => {
    expect(at(QUEUE)()).toBe('known');
    expect(knownValues(() => undefined).lookup('other')).toBeUndefined();
  });

  it('a value of a planned resource is sensitive at, below and above a sensitive path', () => {
    const {isSensitive} = knownValues(() => QUEUE);
    const paths = [['login'], ['login', 'password'], ['login', 'password', 'first'], ['login', 'user'], ['name']];
    expect(paths.map((path) => isSensitive('queue', path))).toEqual([true, true, true, false, false]);
  });
});

describe('a recorded value', () => {
  const recorded = releasedValues({url: 'x', secret: redactLeaf('key', 'queue', ['secret'], 'plain')});

  it.each([
    {title: 'is known where the release recorded it', path: ['url'], want: 'known'},
    {title: 'is unknown where the release keeps a digest', path: ['secret'], want: 'unknown'},
    {title: 'is unknown where the release recorded nothing', path: ['size'], want: 'unknown'},
  ])('$title', ({path, want}) => {
    expect(at(recorded)(path)).toBe(want);
  });
});
