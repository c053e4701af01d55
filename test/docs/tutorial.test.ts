import {testTutorial} from './guide.ts';

testTutorial();
