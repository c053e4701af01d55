import type {ModulePatch} from '../core/module/module-patch.ts';

/** Returns the patch with the variables that the containers of a workload with a database have in Kusion. */
export const kusionAccess = (database: string, secret: string): ModulePatch => ({
  env: (
    [
      ['HOST', 'hostAddress'],
      ['USERNAME', 'username'],
      ['PASSWORD', 'password'],
    ] as const
  ).map(([part, key]) => ({
    name: `KUSION_DB_${part}_${database.toUpperCase().replaceAll('-', '_')}`,
    value: `secret://${secret}/${key}`,
  })),
});
