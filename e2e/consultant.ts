import type { Page } from '@playwright/test'

export const button = (page: Page) => page.getByRole('button', { name: 'AI Beauty Consultant' })
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'AI Beauty Consultant' })
export const links = (page: Page) => dialog(page).getByRole('link')
