import {describe, expect, it} from 'vitest';
import {laidEnvironment} from '../../../../src/core/programs/laid-environment.ts';
import {ownEnvironment} from '../../../../src/core/programs/own-environment.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';

const MADE = {GANTRY_KUBECONFIG: '/run/made'};

describe('in an environment that Gantry made, Gantry goes by the words of the user', () => {
  it.each([
    {
      name: 'one without Gantry',
      env: {KUBECONFIG: '/mine', AWS_REGION: 'x'},
      want: {KUBECONFIG: '/mine', AWS_REGION: 'x'},
    },
    {name: 'its kubeconfig is none of theirs', env: {...MADE, KUBECONFIG: '/run/made'}, want: {}},
    {
      name: 'theirs is as before',
      env: {...MADE, KUBECONFIG: '/run/made', GANTRY_OUTER_KUBECONFIG: '/mine'},
      want: {KUBECONFIG: '/mine'},
    },
    {name: 'what they said since counts', env: {...MADE, KUBECONFIG: '/later'}, want: {KUBECONFIG: '/later'}},
    {
      name: 'keys of one workspace are not those of another',
      env: {...MADE, GANTRY_CHANGED: 'AWS_ACCESS_KEY_ID', AWS_ACCESS_KEY_ID: 'of prod', AWS_REGION: 'x'},
      want: {AWS_REGION: 'x'},
    },
  ])('$name', ({env, want}) => {
    const own = Object.entries(ownEnvironment(env)).filter(([name]) => !name.startsWith('GANTRY_'));
    expect(Object.fromEntries(own)).toEqual(want);
  });
});

describe('the environment of programs', () => {
  const laid = (env: Readonly<Record<string, string>>, set: Readonly<Record<string, string>>, unset: string[] = []) => {
    const made = laidEnvironment({
      env,
      environment: {set: new Map(Object.entries(set).map(([key, value]) => [key, new Secret(value)])), unset},
      files: new Map([['GOOGLE_APPLICATION_CREDENTIALS', '/run/made/credentials.json']]),
      kubeconfig: '/run/made/kubeconfig',
      workspace: 'prod',
    });
    return {set: Object.fromEntries([...made.set].map(([key, value]) => [key, value.reveal()])), unset: made.unset};
  };

  it('no variable of the workspace leads to another cluster', () =>
    expect(laid({}, {KUBECONFIG: '/elsewhere', GANTRY_WORKSPACE: 'other'}).set).toMatchObject({
      KUBECONFIG: '/run/made/kubeconfig',
      GANTRY_WORKSPACE: 'prod',
    }));

  it('GANTRY_CHANGED names only changed variables, so that references to the others can be read inside', () =>
    expect(laid({A: '1', B: '1'}, {A: '1', B: '2'}).set['GANTRY_CHANGED']).toBe('B,GOOGLE_APPLICATION_CREDENTIALS'));

  it('a variable that is set is not unset', () =>
    expect(laid({}, {AWS_PROFILE: 'x'}, ['AWS_PROFILE', 'AWS_SESSION_TOKEN']).unset).toEqual([
      'AWS_SESSION_TOKEN',
      'GANTRY_OUTER_KUBECONFIG',
    ]));
});
