/** VitePress's own theme with our colours, and the block that shows a layout. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import LayoutBlock from './LayoutBlock.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LayoutBlock', LayoutBlock);
  },
} satisfies Theme;
