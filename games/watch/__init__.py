"""What whoever runs the site is told: metrics and the doctor."""
