import {testGuide} from '../guide.ts';

testGuide('observe');
