import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {moduleConfig} from '../../../../src/core/module/module-config.ts';

const definition = {
  name: 'postgres',
  version: '1.0.0',
  description: 'A database.',
  input: z.strictObject({
    size: z.string(),
    replicas: z.number().default(1),
    labels: z.record(z.string(), z.string()).optional(),
    backup: z.strictObject({schedule: z.string(), keep: z.number().optional()}).optional(),
    mode: z.enum(['single', 'replicated']).optional(),
  }),
  platform: z.strictObject({
    class: z.string().default('standard'),
    replicas: z.number().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  generate: () => ({resources: []}),
};

const merged = (application: object, platform?: object) =>
  moduleConfig(definition, {application: application as never, platform: platform as never});

describe('the fields of a module', () => {
  it.each([
    {
      name: 'a field of the application alone, with the defaults of both schemas',
      application: {size: '1Gi'},
      want: {size: '1Gi', replicas: 1, class: 'standard'},
    },
    {
      name: 'the platform sets a shared field before the default of the application',
      application: {size: '1Gi'},
      platform: {replicas: 3, class: 'fast'},
      want: {size: '1Gi', replicas: 3, class: 'fast'},
    },
    {
      name: 'the application wins, and maps are merged',
      application: {size: '1Gi', replicas: 2, labels: {team: 'shop', tier: 'db'}},
      platform: {replicas: 3, labels: {tier: 'data', cost: '7'}},
      want: {size: '1Gi', replicas: 2, class: 'standard', labels: {team: 'shop', tier: 'db', cost: '7'}},
    },
  ])('$name', ({application, platform, want}) => expect(merged(application, platform)).toEqual({config: want}));

  it.each([
    {
      name: 'a missing field is a problem of the application',
      application: {},
      want: [{side: 'application', path: ['size'], message: '`size` is missing'}],
    },
    {
      name: 'a misspelt field has a suggestion, on each side',
      application: {size: '1Gi', replica: 2},
      platform: {clas: 'fast'},
      want: [
        {side: 'application', path: ['replica'], message: 'unknown field `replica`', hint: 'Did you mean `replicas`?'},
        {side: 'platform', path: ['clas'], message: 'unknown field `clas`', hint: 'Did you mean `class`?'},
      ],
    },
    {
      name: 'a field of the other side is refused by name',
      application: {size: '1Gi', class: 'fast'},
      platform: {size: '9Gi'},
      want: [
        {
          side: 'application',
          path: ['class'],
          message: '`class` of module postgres is set by the platform, not by the application',
          hint: 'Set it in `modules.postgres.configs` of the workspace.',
        },
        {
          side: 'platform',
          path: ['size'],
          message: '`size` of module postgres is set by the application, not by the platform',
          hint: 'Set it in the application file.',
        },
      ],
    },
    {
      name: 'problems inside of a field keep their path, and all are reported at once',
      application: {size: 5, backup: {schedul: 'daily'}, mode: 'replicate'},
      want: [
        {side: 'application', path: ['size'], message: '`size` must be a string, not a number'},
        {side: 'application', path: ['backup', 'schedule'], message: '`backup.schedule` is missing'},
        {
          side: 'application',
          path: ['backup', 'schedul'],
          message: 'unknown field `backup.schedul`',
          hint: 'Did you mean `schedule`?',
        },
        {
          side: 'application',
          path: ['mode'],
          message: '`mode` must be one of single, replicated',
          hint: 'Did you mean `replicated`?',
        },
      ],
    },
    {
      name: 'a wrong value of the platform is a problem of the platform, once',
      application: {size: '1Gi'},
      platform: {replicas: 'many'},
      want: [{side: 'platform', path: ['replicas'], message: '`replicas` must be a number, not a string'}],
    },
  ])('$name', ({application, platform, want}) => {
    const result = merged(application, platform);
    expect('problems' in result && result.problems.map((problem) => JSON.parse(JSON.stringify(problem)))).toEqual(want);
  });
});
