import {describe, expect, it} from 'vitest';
import {moduleContext} from '../../../../src/core/module/module-context.ts';

const CONTEXT = {
  domain: 'shop.example',
  AWS_REGION: 'eu-west-1',
  AWS_SECRET_ACCESS_KEY: 'ref://aws/secret',
  mailer: 'ref://mail/password',
  smtp_password: 'hunter2',
  kube_context: 'prod',
  proxy: 'https://user:pass@proxy.example',
};

describe('the context of a module', () => {
  it('a module receives only the context keys that it asks for, and secrets stay references', () => {
    expect(moduleContext('module site', ['domain', 'AWS_REGION', 'mailer'], CONTEXT)).toEqual({
      context: {domain: 'shop.example', AWS_REGION: 'eu-west-1', mailer: 'ref://mail/password'},
      problems: [],
    });
    expect(moduleContext('module site', [], CONTEXT)).toEqual({context: {}, problems: []});
  });

  it.each([
    {key: 'AWS_SECRET_ACCESS_KEY', why: 'is or may be a credential'},
    {key: 'kube_context', why: 'is or may be a credential'},
    {key: 'smtp_password', why: 'in plain text'},
    {key: 'proxy', why: 'in plain text'},
    {key: 'domian', why: 'but the workspace does not have this key'},
  ])('a module that asks for $key gets nothing and a reason', ({key, why}) => {
    const {context, problems} = moduleContext('module site', ['domain', key], CONTEXT);
    expect(context).toEqual({});
    expect(problems.map(({message}) => message)).toEqual([expect.stringContaining(why)]);
    expect(problems[0]?.message).toContain(key);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|user:pass/);
  });
});
