import {testGuide} from '../guide.ts';

testGuide('vary-a-stack');
