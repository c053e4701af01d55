import type {Examples} from './example.ts';

/** Examples of `gantry release …` and `gantry resource …`. */
export const EXAMPLES_OF_RELEASES: Examples = {
  'release list': [
    ['gantry release list -w prod --limit 5', 'the five newest releases'],
    ['gantry release list --all-stacks --phase failed --since 7d', 'every failed release of a week'],
  ],
  'release log': [
    ['gantry release log -w prod', 'who changed what, one line each'],
    ['gantry release log --by anna --since 2026-01-31', 'the releases of one person'],
  ],
  'release show': [
    ['gantry release show', 'the last release'],
    ['gantry release show 3 -o json', 'release 3, for a program'],
  ],
  'release diff': [
    ['gantry release diff', 'the last release against the one before it'],
    ['gantry release diff 3 5 --detail', 'release 3 against release 5, every field'],
  ],
  'release rollback': [
    ['gantry release rollback -w prod', 'back to the last release that succeeded'],
    ['gantry release rollback --to 3 --dry-run', 'what going back to release 3 would change'],
  ],
  'release prune': [
    ['gantry release prune --keep 20', 'keep the twenty newest'],
    ['gantry release prune --older-than 90d --dry-run', 'what would be deleted'],
  ],
  'release rebuild': [
    ['gantry release rebuild -w prod --dry-run', 'what the cluster has of the stack'],
    ['gantry release rebuild -w prod', 'make a release of it'],
  ],
  'release unlock': [
    ['gantry release unlock -w prod', 'free the lock of a run that died'],
    ['gantry release unlock -w prod --force', 'also if the run seems alive'],
  ],
  'resource list': [
    ['gantry resource list -w prod', 'what the stack holds in prod'],
    ['gantry resource list -o json', 'the same for a program'],
  ],
  'resource show': [
    ['gantry resource show apps/v1:Deployment:shop:web', 'one resource, as it was applied'],
    ['gantry resource show v1:Service:shop:web -w prod -o yaml', 'the same in YAML'],
  ],
  'resource graph': [
    ['gantry resource graph', 'a tree of what needs what'],
    ['gantry resource graph --format mermaid', 'a diagram for Markdown'],
  ],
  'resource import': [
    ['gantry resource import apps/v1:Deployment:shop:web', 'take over one live object as it is'],
    ["gantry resource import '*:ConfigMap:*' --dry-run", 'what would be taken over'],
  ],
  'resource forget': [
    ['gantry resource forget v1:ConfigMap:shop:old', 'keep the object, remove it from the stack'],
    ['gantry resource forget ConfigMap --dry-run', 'what would be forgotten'],
  ],
};
