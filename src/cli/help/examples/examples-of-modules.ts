import type {Examples} from './example.ts';

/** Examples of `gantry module …`. */
export const EXAMPLES_OF_MODULES: Examples = {
  'module init': [
    ['gantry module init cache', 'create modules/cache with a test that passes'],
    ['gantry module init cache --add -w dev', 'also add the module to the file of the workspace dev'],
  ],
  'module list': [
    ['gantry module list', 'the built-in modules'],
    ['gantry module list -w dev', 'also the modules that the workspace dev adds'],
  ],
  'module show': [
    ['gantry module show service', 'the fields of a built-in module'],
    ['gantry module show ./modules/cache -o json', 'all fields of a module in a folder, at every depth'],
  ],
  'module test': [
    ['gantry module test', 'test all modules of the project, or the module in this directory'],
    ['gantry module test cache --update', 'accept the objects that the module generates now'],
    ['gantry module test --report junit=modules.xml', 'also write a report for the CI system'],
  ],
  'module impact': [
    ['gantry module impact cache=./modules/cache-2 --all -w prod', 'the changes in all stacks of the project'],
    ['gantry module impact "cache@^2" --all -w prod', 'the same for a published module'],
    [
      'gantry module impact cache=./modules/cache-2 --exit-code',
      'end with code 2 if the objects of the stack here differ',
    ],
  ],
  'module docs': [
    ['gantry module docs cache -w dev > docs/cache.md', 'write the documentation to a file'],
    ['gantry module docs service', 'all fields of a built-in module, at every depth'],
  ],
};
