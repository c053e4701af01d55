import type {Examples} from './example.ts';

/** Examples of `gantry chart …`. */
export const EXAMPLES_OF_CHARTS: Examples = {
  'chart search': [
    ['gantry chart search postgres', 'charts in the repositories that are known here'],
    ['gantry chart search nginx --versions --repository stable', 'all versions in a repository by its name'],
  ],
  'chart show': [
    ['gantry chart show web --repository stable', 'the newest version of a chart'],
    ['gantry chart show stable/web --version 1.2.3 --values', 'the default values of a version'],
  ],
  'chart add': [
    ['gantry chart add web --repository https://charts.example.com', 'add a chart, and see what apply would do'],
    ["gantry chart add stable/web --version '^1.2' --release shop-web", 'add it with a range and another release name'],
  ],
  'chart values': [
    ['gantry chart values', 'the values of the only Helm source of the stack'],
    ['gantry chart values shop/web -w prod', 'the values of a source of the stack shop in prod'],
  ],
  'chart outdated': [
    ['gantry chart outdated', 'the charts of all stacks of the project'],
    ['gantry chart outdated --exit-code -o json', 'end with code 2 if a newer version exists, for a pipeline'],
  ],
  'chart lock': [
    ['gantry chart lock -w prod', 'lock the charts, with the APIs of the cluster of prod'],
    ['gantry chart lock --upgrade', 'move to the newest versions in the ranges of stack.yaml'],
  ],
  'chart vendor': [
    ['gantry chart vendor', 'copy the charts of the stack into vendor/charts'],
    ['gantry chart vendor -s shop', 'the same for the stack shop'],
  ],
};
