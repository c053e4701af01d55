import type {Examples} from './example.ts';

/** Examples of `gantry release …`, `gantry resource …` and `gantry shared …`. */
export const EXAMPLES_OF_RELEASES: Examples = {
  'release list': [
    ['gantry release list -w prod --limit 5', 'the five newest releases'],
    ['gantry release list --all-stacks --phase failed --since 7d', 'every failed release of the last week'],
  ],
  'release log': [
    ['gantry release log -w prod', 'who changed what, one line each'],
    ['gantry release log --by anna --since 2026-01-31', 'the releases of one person'],
  ],
  'release show': [
    ['gantry release show', 'the last release'],
    ['gantry release show 3 -o json', 'release 3, for a program'],
    ['gantry release show --images', 'the images of its containers'],
  ],
  'release diff': [
    ['gantry release diff', 'the last release against the one before it'],
    ['gantry release diff 3 5 --detail', 'release 3 against release 5, every field'],
  ],
  'release rollback': [
    ['gantry release rollback -w prod', 'go back to the last successful release'],
    ['gantry release rollback --to 3 --dry-run', 'what going back to release 3 would change'],
  ],
  'release verify': [
    ['gantry release verify', 'check each document of the history; writes nothing'],
    ['gantry release verify --signers signers --save friday.json', 'check the signatures, and save the history'],
    ['gantry release verify --trusted-root root.jsonl', 'check signatures of --sign sigstore, without the network'],
    ['gantry release verify friday.json --contains monday.json', 'compare two saved histories, without the backend'],
    ['gantry release verify -s shop/web -w prod -o json', 'for a program: exit code 5 if there is a fault'],
  ],
  'release prune': [
    ['gantry release prune --keep 20', 'keep the twenty newest releases'],
    ['gantry release prune --older-than 90d --dry-run', 'what would be deleted'],
  ],
  'release rebuild': [
    ['gantry release rebuild -w prod --dry-run', 'show the objects of the stack in the cluster'],
    ['gantry release rebuild -w prod', 'create a release from them'],
  ],
  'release unlock': [
    ['gantry release unlock -w prod', 'free the lock of a dead run'],
    ['gantry release unlock -w prod --force', 'free the lock even if the run seems to be alive'],
  ],
  output: [
    ['gantry output -w prod', 'the outputs of the stack in prod, without sensitive values'],
    ['gantry output queue_url', 'one value, for a script'],
  ],
  'resource list': [
    ['gantry resource list -w prod', 'the resources of the stack in prod'],
    ['gantry resource list -o json', 'the same for a program'],
  ],
  'resource show': [
    ['gantry resource show apps/v1:Deployment:shop:web', 'one resource, as it was applied'],
    ['gantry resource show v1:Service:shop:web -w prod -o yaml', 'the same in YAML'],
  ],
  'resource graph': [
    ['gantry resource graph', 'the dependencies as a tree'],
    ['gantry resource graph --format mermaid', 'the dependencies as a diagram for Markdown'],
  ],
  'shared list': [
    ['gantry shared list -w prod', 'the shared resources of prod and their users, without any files'],
    ['gantry shared list -w prod --unused-for 30d', 'those that nobody has used for 30 days'],
    ['gantry shared list -w prod -o json', 'the same for a program, with the fields that use them'],
  ],
  'shared show': [
    ['gantry shared show v1:Service:shop:db -w prod', 'where it is, and who uses which values'],
    ['gantry shared show v1:Service:infra:db --verify', 'an external resource, with its live values'],
  ],
  'shared graph': [
    ['gantry shared graph -w prod', 'the stacks of prod and what they use'],
    ['gantry shared graph --format mermaid', 'the same as a diagram for Markdown'],
  ],
  'shared add': [
    ['gantry shared add -f database.yaml -w prod', 'register a resource of others that stacks of prod use'],
    ['gantry shared add -f database.yaml --accept-identity', 'register an object that was created again'],
    ['gantry shared add --claim postgres/small', 'create the resources of a recipe in shared/stack.yaml'],
  ],
  'shared apply': [
    ['gantry shared apply -w prod', 'apply the stack shared/shared'],
    ['gantry shared apply -s shared/data --dry-run', 'what an apply of another shared stack would change'],
  ],
  'shared adopt': [
    ['gantry shared adopt v1:Service:infra:db -w prod', 'manage it by the stack shared/shared from now on'],
    ['gantry shared adopt v1:Service:infra:db -s shared/data --dry-run', 'what an adoption would change'],
  ],
  'shared remove': [
    ['gantry shared remove v1:Service:infra:db -w prod', 'remove the registration; the object stays'],
    ['gantry shared remove v1:Service:infra:db --yes', 'the same without a question'],
  ],
  'resource import': [
    ['gantry resource import apps/v1:Deployment:shop:web', 'take ownership of one live object'],
    ["gantry resource import '*:ConfigMap:*' --dry-run", 'show which ConfigMaps would be imported'],
  ],
  'resource forget': [
    ['gantry resource forget v1:ConfigMap:shop:old', 'keep the object, remove it from the stack'],
    ['gantry resource forget ConfigMap --dry-run', 'show which ConfigMaps would be removed from the stack'],
  ],
};
